"""What every domain needs: the context, one act on an event, who may do what, states, the audit log, mail."""

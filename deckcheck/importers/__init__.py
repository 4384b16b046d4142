"""What talks to the network: each module to one kind of neighbour, with time limits and with little trust."""

"""Printed sheets: PDF files of registered lists, blank sheets, slips, packs and pairs."""

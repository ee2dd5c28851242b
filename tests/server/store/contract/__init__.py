"""One contract for every store, a module for each thing it keeps."""

"""What a shared link shows before anyone opens it: a few words and a picture."""

#!/bin/sh
# ffmpeg that reads its input at four times the speed of playback.
exec ffmpeg -readrate 4 "$@"

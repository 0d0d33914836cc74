#!/bin/sh
# ffmpeg that reads its input at the speed of playback: a step takes as long as the video lasts, on any machine, and costs
# no processor time.
exec ffmpeg -re "$@"

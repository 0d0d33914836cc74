// The containers and codecs that ffmpeg may open. Playlists, concat scripts, file name patterns and stream
// descriptions are excluded: they would lead ffmpeg to other files or to the network.
import { MediaFailure } from '../processor.ts'

/** The demuxers for each type that `storage/sniff.ts` finds. */
const demuxersOf: Readonly<Record<string, string>> = {
  'video/mp4': 'mov',
  'video/quicktime': 'mov',
  'video/3gpp': 'mov',
  'audio/mp4': 'mov',
  'video/x-matroska': 'matroska',
  'video/webm': 'matroska',
  'video/x-msvideo': 'avi',
  'video/mp2t': 'mpegts',
  'video/mpeg': 'mpeg',
  'video/ogg': 'ogg',
  'audio/ogg': 'ogg',
  'application/mxf': 'mxf',
  'audio/mpeg': 'mp3,aac',
  'audio/aac': 'aac',
  'audio/flac': 'flac',
  'audio/wav': 'wav,w64',
  'audio/aiff': 'aiff',
}

export function demuxers(mimeType: string): string {
  const names = demuxersOf[mimeType]
  if (names !== undefined) return names
  throw new MediaFailure('unsupported', `Previews of ${mimeType} cannot be created on this server.`)
}

/** Codecs of cameras, editors, browsers and phones. Any other codec would only add attack surface. */
export const decoders = [
  'h264,hevc,vvc,av1,libdav1d,libaom-av1,vp8,vp9,libvpx,libvpx-vp9,theora',
  'mpeg1video,mpeg2video,mpegvideo,mpeg4,h263,msmpeg4v1,msmpeg4v2,msmpeg4,wmv1,wmv2,wmv3,vc1,flv,svq1,svq3',
  'prores,dnxhd,cfhd,hap,dvvideo,jpeg2000,libopenjpeg,mjpeg,mjpegb,png,bmp,tiff,qtrle,cinepak,rpza',
  'rawvideo,v210,v210x,r210,r10k,v410,v408,v308,ayuv,y41p,yuv4,ffv1,huffyuv,ffvhuff,utvideo,magicyuv',
  'aac,aac_latm,mp3,mp3float,mp2,mp2float,mp1,mp1float,ac3,eac3,dca,truehd,mlp,flac,alac,opus,libopus,vorbis',
  'libvorbis,speex,libspeex,wavpack,wmav1,wmav2,amrnb,amrwb,libopencore_amrnb,libopencore_amrwb,adpcm_ms',
  'adpcm_ima_wav,adpcm_ima_qt,s302m,pcm_s302m,pcm_bluray,pcm_dvd,pcm_alaw,pcm_mulaw,pcm_s8,pcm_u8,pcm_s16le,pcm_s16be',
  'pcm_s24le,pcm_s24be,pcm_s32le,pcm_s32be,pcm_f32le,pcm_f32be,pcm_f64le,pcm_f64be,pcm_s8_planar,pcm_s16le_planar',
  // ffprobe fails when it cannot open a track, including subtitles, which are never decoded here.
  'mov_text,srt,subrip,ssa,ass,webvtt,text,dvbsub,dvdsub,pgssub,xsub,cc_dec,libzvbi_teletextdec',
].join(',')

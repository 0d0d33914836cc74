/** Raw files of cameras. */
export const rawTypes =
  /^image\/x-(adobe-dng|canon-cr[23]|nikon-nef|sony-arw|pentax-pef|samsung-srw|hasselblad-3fr|phaseone-iiq|fuji-raf|olympus-orf|panasonic-rw2)$/

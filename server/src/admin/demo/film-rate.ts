/** Of the film, apart from what draws it: the server knows it without loading the rest. */
export const frameRate = { num: 24, den: 1 }

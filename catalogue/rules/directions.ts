/**
 * Letters that turn the direction of what follows, so that a title or a name reads otherwise than it is (UTS
 * #39).
 */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** A text without letters that turn its direction; no language of the portal's users needs them. */
export const withoutDirections = (text: string): string => text.replaceAll(directions, '')

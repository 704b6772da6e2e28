/**
 * Dictionaries of OpenCC: `from to`, pairs parted by `|`; several readings of one letter are parted by a
 * blank.
 */
declare module 'opencc-js/dict/*' {
  const pairs: string
  export default pairs
}

/**
 * What a package is refused for; each makes the error that is thrown, in a sentence that fits what was asked.
 */
export interface PackageRefusals {
  /** Cut off, with a part twice, not well-formed, or contradicting its own directory. */
  readonly broken: () => Error
  /** Encrypted. */
  readonly locked: () => Error
  /** Runs something: macros, controls, embedded objects. */
  readonly runs: () => Error
  /** Brings something from elsewhere when opened. */
  readonly fetches: () => Error
  /** Names that lead elsewhere, links and devices. */
  readonly places: () => Error
  /** Parts of a document whose names have the slash of Windows. */
  readonly slashes: () => Error
  /** Too large when unpacked. */
  readonly tooMuch: () => Error
}

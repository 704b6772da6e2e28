/**
 * A fault that keeps the portal from starting and that a person has to mend: its message is one or more
 * complete Chinese sentences and is printed alone, without a stack. Everything else thrown at start is a
 * defect of ours.
 */
export class StartError extends Error {
  override name = 'StartError'
}

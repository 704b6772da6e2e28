/** The id of a field's control in a form; `attachments` for the evidence. */
export const controlId = (key: string): string => `f-${key}`

/**
 * Brings a field into view and the focus into its control, of a field with lines into its first wrong cell;
 * where it is only read, to its line.
 */
export function focusField(key: string): void {
  const found =
    document.getElementById(controlId(key)) ?? document.querySelector<HTMLElement>(`[data-field="${key}"]`)
  if (!found) return
  if (found.dataset['field']) found.tabIndex = -1
  const wrongCell = found.querySelector<HTMLElement>('[data-wrong]')
  const focusable = found.matches('input, textarea, button, select')
    ? found
    : (wrongCell ?? found).querySelector<HTMLElement>('input, textarea, button, [tabindex]')
  ;(wrongCell ?? found.closest('.xr-field, .xr-evidence') ?? found).scrollIntoView({ block: 'center' })
  ;(focusable ?? found).focus({ preventScroll: true })
}

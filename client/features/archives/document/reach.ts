/**
 * Brings a part of the document into view and the focus to it; with a field, that field of a record, which it
 * marks. The record opens in the same turn, so its fields are looked for a moment later.
 */
export function reach(partId: string, field: string | null = null): void {
  setTimeout(() => {
    const part = document.getElementById(partId)
    if (!part) return
    const row =
      field === null
        ? null
        : document.querySelector<HTMLElement>(`[data-record="${partId}"] [data-field="${CSS.escape(field)}"]`)
    const target = row ?? part
    if (row) row.classList.add('archive-marked')
    if (!target.hasAttribute('tabindex')) target.tabIndex = -1
    target.scrollIntoView({ block: row ? 'center' : 'start' })
    target.focus({ preventScroll: true })
  }, 60)
}

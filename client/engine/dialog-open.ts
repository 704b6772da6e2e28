/** Whether a dialog or drawer stands over the page; closed drawers stay in the document and do not count. */
export function isDialogOpen(): boolean {
  return [...document.querySelectorAll('dialog[open], [role=dialog]')].some(
    (node) => node.getClientRects().length > 0,
  )
}

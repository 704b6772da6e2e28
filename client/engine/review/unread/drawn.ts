/**
 * The id of the file that the viewer within `[data-file]` shows: its picture has come, its reader has drawn,
 * or it says that this file cannot be shown here. Null while it is on its way.
 */
export function drawnFile(box: HTMLElement): string | null {
  const drawn =
    '.xv-stage img, canvas, .xv-none, .xv-media, .x-note-box, .xv-bar + :not(.xv-stage, .x-skeleton)'
  if (box.querySelector('.x-skeleton') || !box.querySelector(drawn)) return null
  const pictures = [...box.querySelectorAll<HTMLImageElement>('.xv-stage img')]
  return pictures.every((picture) => picture.complete) ? (box.dataset['file'] ?? null) : null
}

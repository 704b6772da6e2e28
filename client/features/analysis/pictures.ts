import type { Analysis, Panel } from '../../../catalogue/contract/analysis/figures.ts'
import { save } from '../../platform/api/download.ts'
import { cellsOf, figureText } from '../../ui/charts/cells.ts'
import { namesOf } from '../../ui/charts/legend.tsx'
import { pngOf, type Sketch } from '../../ui/charts/png.ts'
import { aboutAnalysis, type About } from './words.ts'

function sketchOf(panel: Panel): Sketch {
  const cell = cellsOf(panel)
  const column = panel.columns[0]?.key ?? ''
  const svg = document.querySelector<SVGSVGElement>(`[data-panel="${CSS.escape(panel.key)}"] .x-chart svg`)
  return {
    title: panel.unit === '' ? panel.title : `${panel.title}（${panel.unit}）`,
    note: panel.sentence ?? panel.definition,
    names: svg ? namesOf(panel) : [],
    svg,
    lines: panel.rows.map(({ key, label }) => {
      const at = cell(key, column)
      return [label, at ? figureText(at, panel.unit) : ''] as const
    }),
  }
}

const words = ({ place, title, notes }: About) => ({ title: `${place}　${title}`, notes: [...notes] })

/** Saves one panel as a picture, with whose figures they are and of which day. */
export async function savePanelAsPng(about: About, panel: Panel): Promise<void> {
  save(await pngOf(words(about), [sketchOf(panel)]), `${about.place}-${panel.title}-${about.on}.png`)
}

/** Saves all panels of a page on one sheet. */
export async function savePageAsPng(data: Analysis, name: string): Promise<void> {
  save(await pngOf(words(aboutAnalysis(data)), data.panels.map(sketchOf)), `${name}.png`)
}

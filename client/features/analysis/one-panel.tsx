import { useId, useMemo, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { FigureCell, Panel } from '../../../catalogue/contract/analysis/figures.ts'
import { OneChoice } from '../../engine/list/one-choice.tsx'
import { useNarrow } from '../../engine/narrow.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { numberText } from '../../ui/charts/cells.ts'
import { isDrawn, PanelFigure } from '../../ui/charts/panel-figure.tsx'
import type { FigureLinks } from '../../ui/charts/panel-table.tsx'
import { Icon } from '../../ui/look/icon.tsx'
import { withSchoolsFolded } from './direct-schools.ts'
import { savePanelAsPng } from './pictures.ts'
import { excludedWords, type About } from './words.ts'

/** Forms that show one series at a time; the table has all. */
const oneSeries: readonly Panel['form'][] = ['bars', 'bullet', 'diverging']

/** Too wide for a phone, where the table is shown at first. */
const isWide = ({ form, columns, rows }: Panel): boolean =>
  (form === 'heat' && columns.length > 5) || (form === 'columns' && rows.length > 6)

interface PanelProps {
  readonly about: About
  readonly panel: Panel
  readonly span: number
  readonly links: FigureLinks
  readonly asTable: boolean
  /** The same figure along the years; left out where there are no years to look back on. */
  readonly trend?: ((panel: Panel) => ReactNode) | undefined
}

/** One figure with its head: what stands out, how it is counted, picture, table or lines along the years. */
export function OnePanel({ about, panel, span, links, asTable, trend }: PanelProps) {
  const heading = useId()
  const [own, setOwn] = useState<boolean | null>(null)
  const [held, setHeld] = useState(asTable)
  const [open, setOpen] = useState(false)
  const [years, setYears] = useState(false)
  const narrow = useNarrow()
  // The choice for the whole page is the later one.
  if (held !== asTable) {
    setHeld(asTable)
    setOwn(null)
  }
  const table = own ?? (asTable || (narrow && isWide(panel)))
  return (
    <section className={`an-panel an-span-${span}`} aria-labelledby={heading} data-panel={panel.key}>
      <div className="an-head">
        <h2 id={heading}>{panel.title}</h2>
        {panel.unit !== '' && <span className="x-faint x-dense">{panel.unit}</span>}
        <button
          type="button"
          className="an-tool"
          aria-expanded={open}
          aria-label={`${panel.title}的口径`}
          onClick={() => setOpen(!open)}
        >
          <Icon name="info" />
        </button>
        <div className="an-tools">
          {trend && hasYears(panel) && (
            <YearsButton title={panel.title} pressed={years} onPress={() => setYears(!years)} />
          )}
          {!years && isDrawn(panel) && (
            <PanelTools panel={panel} about={about} table={table} onTable={setOwn} />
          )}
        </div>
      </div>
      {!years && panel.sentence !== undefined && <p className="an-sentence">{panel.sentence}</p>}
      {years && trend ? trend(panel) : <Drawn panel={panel} table={table} links={links} />}
      {open && <Definition panel={panel} about={about} links={links} />}
    </section>
  )
}

function YearsButton(props: { title: string; pressed: boolean; onPress: () => void }) {
  const { title, pressed, onPress } = props
  return (
    <button
      type="button"
      className="an-tool"
      aria-label={`${title}：看历年`}
      aria-pressed={pressed}
      onClick={onPress}
    >
      <Icon name="calendar" />
    </button>
  )
}

/** The picture, of one series at a time where the form shows one, or the table of all. */
function Drawn({ panel, table, links }: Pick<PanelProps, 'panel' | 'links'> & { table: boolean }) {
  const [series, setSeries] = useState('')
  const [apart, setApart] = useState(false)
  const split = oneSeries.includes(panel.form) && panel.columns.length > 1
  const chosen = useMemo(() => (split ? seriesOf(panel, series) : panel), [panel, series, split])
  const folded = useMemo(() => withSchoolsFolded(chosen), [chosen])
  const drawn = apart ? chosen : (folded ?? chosen)
  return (
    <>
      {split && !table && (
        <OneChoice
          label="分类"
          value={chosen.columns[0]?.key ?? ''}
          options={panel.columns.map(({ key, label }) => ({ value: key, label }))}
          onChange={setSeries}
        />
      )}
      <PanelFigure panel={table ? panel : drawn} asTable={table} links={links} />
      {folded && !table && (
        <Button look="text" aria-expanded={apart} onClick={() => setApart(!apart)}>
          {apart ? '直属学校合为一项' : '直属学校分开看'}
        </Button>
      )}
    </>
  )
}

/** Whether a figure makes lines along the years: it has a total, or one series. */
const hasYears = ({ form, columns, rows }: Panel): boolean =>
  form !== 'lines' && (columns.length === 1 || rows.some(({ key }) => key === 'all'))

/** The panel with one of its series. */
function seriesOf(panel: Panel, chosen: string): Panel {
  const column = panel.columns.find(({ key }) => key === chosen) ?? panel.columns[0]
  const cells = panel.cells.filter((cell) => cell.column === column?.key)
  const filled = new Set(cells.flatMap(({ row, value }) => (value === null ? [] : [row])))
  return {
    ...panel,
    columns: column ? [column] : [],
    rows: panel.rows.filter(({ key }) => filled.has(key)),
    cells,
  }
}

function PanelTools(
  props: Pick<PanelProps, 'about' | 'panel'> & { table: boolean; onTable: (on: boolean) => void },
) {
  const { about, panel, table, onTable } = props
  const tool = (label: string, icon: 'chart' | 'table', on: boolean) => (
    <button
      type="button"
      className="an-tool"
      aria-label={`${panel.title}：看${label}`}
      aria-pressed={table === on}
      onClick={() => onTable(on)}
    >
      <Icon name={icon} />
    </button>
  )
  const save = () => {
    savePanelAsPng(about, panel).catch(() => notify.warn('图片生成失败，请换用较新的浏览器'))
  }
  return (
    <>
      {tool('图', 'chart', false)}
      {tool('表', 'table', true)}
      <button type="button" className="an-tool" aria-label={`${panel.title}：存为图片`} onClick={save}>
        <Icon name="download" />
      </button>
    </>
  )
}

/** Units of means: those below the line are the people. */
const means: readonly string[] = ['岁', '年', '节']

/** How many people the list behind a figure has, as far as the figure says. */
function countText({ unit }: Panel, { value, numerator, denominator }: FigureCell): string {
  const people = unit === '%' ? numerator : means.includes(unit) ? denominator : unit === '人' ? value : null
  return people === null || people === undefined ? '查看名单' : `${numberText(people, '')} 人`
}

/** How a figure is counted, who is left out, and the list of everybody in it. */
function Definition({ panel, about, links }: Pick<PanelProps, 'panel' | 'about' | 'links'>) {
  const all = panel.cells.find(({ row, opens }) => row === 'all' && opens)
  return (
    <dl className="an-definition">
      <div>
        <dt>口径</dt>
        <dd>{panel.definition}</dd>
      </div>
      {panel.denominator !== undefined && (
        <div>
          <dt>分母</dt>
          <dd>{panel.denominator}</dd>
        </div>
      )}
      <div>
        <dt>不含</dt>
        <dd>{excludedWords(panel)}</dd>
      </div>
      {all && (
        <div>
          <dt>明细</dt>
          <dd>
            <Link to={links.listOf(all)}>{countText(panel, all)}</Link>
          </dd>
        </div>
      )}
      <div>
        <dt>时间</dt>
        <dd>{about.moment}</dd>
      </div>
    </dl>
  )
}

import { useEffect, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ArchiveDocument } from '../../../../catalogue/contract/archive/archive.ts'
import type { Archive } from '../../../../catalogue/define.ts'
import { fullDate, fullTime, sentenceDate } from '../../../platform/format.ts'
import { pageNonce } from '../../../platform/page-nonce.ts'
import { useSession } from '../../../platform/session/session.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { useModalDialog } from '../../../ui/feedback/modal-dialog.ts'
import { archiveLabels, archives } from '../paths.ts'

interface Choice {
  readonly archives: ReadonlySet<Archive>
  /** Whether rows of tables are printed with all their fields. */
  readonly whole: boolean
}

/** What is printed. Whoever prints from the browser's own menu, without being asked, gets all archives. */
export function usePrinting() {
  const [asking, setAsking] = useState(false)
  const [choice, setChoice] = useState<Choice | null>(null)
  useEffect(() => {
    if (!choice) return
    const done = () => setChoice(null)
    window.addEventListener('afterprint', done)
    // The page is drawn anew first, so that what was chosen is what goes to the printer.
    const timer = setTimeout(() => window.print(), 50)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('afterprint', done)
    }
  }, [choice])
  return {
    asking,
    ask: () => setAsking(true),
    cancel: () => setAsking(false),
    print(chosen: Choice) {
      setAsking(false)
      setChoice(chosen)
    },
    isPrinted: (archive: Archive) => choice?.archives.has(archive) ?? true,
    whole: choice?.whole ?? false,
  }
}
export type PrintState = ReturnType<typeof usePrinting>

/** Asks which archives are printed. */
export function PrintDialog({ document, printing }: { document: ArchiveDocument; printing: PrintState }) {
  const [chosen, setChosen] = useState<ReadonlySet<Archive>>(new Set(archives))
  const [whole, setWhole] = useState(false)
  const id = useId()
  const dialog = useModalDialog(true, printing.cancel)
  const toggle = (archive: Archive) => {
    const next = new Set(chosen)
    if (!next.delete(archive)) next.add(archive)
    setChosen(next)
  }
  return (
    <dialog ref={dialog} className="x-dialog" aria-labelledby={id}>
      <h2 id={id}>打印{document.head.name}的档案</h2>
      <fieldset className="archive-choices">
        <legend>打印哪些</legend>
        {archives.map((archive) => (
          <label key={archive}>
            <input type="checkbox" checked={chosen.has(archive)} onChange={() => toggle(archive)} />
            {archiveLabels[archive]}
          </label>
        ))}
        <label>
          <input type="checkbox" checked={whole} onChange={() => setWhole(!whole)} />
          表格里各条也印出全部栏目
        </label>
      </fieldset>
      {chosen.size === 0 && <p className="archive-wrong">请至少选一类。</p>}
      <footer>
        <Button onClick={printing.cancel}>取消</Button>
        <Button
          look="primary"
          icon="print"
          disabled={chosen.size === 0}
          onClick={() => printing.print({ archives: chosen, whole })}
        >
          打印
        </Button>
      </footer>
    </dialog>
  )
}

/**
 * A text as a CSS string: whatever is no letter, figure or space is escaped, so that a name cannot end it.
 */
const cssString = (text: string): string =>
  `"${text.replace(/[^\p{L}\p{N} ]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16)} `)}"`

/**
 * What stands at the margins of every page. In a style of its own, because margin boxes take nothing from the
 * document.
 */
function marginsOf(about: string, printed: string): string {
  return `@media print { @page {
    @top-left { content: ${cssString(about)} }
    @bottom-left { content: ${cssString(printed)} }
    @bottom-right { content: "第 " counter(page) " 页，共 " counter(pages) " 页" }
  } @page :first { @top-left { content: none } } }`
}

/** The head and margins of the printed pages: whose archive, of which day, printed when and by whom. */
export function PrintHead({ document: { head, date } }: { document: ArchiveDocument }) {
  const session = useSession()
  const [now, setNow] = useState(() => new Date().toISOString())
  useEffect(() => {
    // At once, because the browser takes the page as it is when this event is over.
    const stamp = () => flushSync(() => setNow(new Date().toISOString()))
    window.addEventListener('beforeprint', stamp)
    return () => window.removeEventListener('beforeprint', stamp)
  }, [])
  const by = `${session?.truename}（${session?.organization?.name}）`
  const of = date === null ? '现行值与待审的改动' : `${sentenceDate(date)}结束时的档案`
  return (
    <div className="archive-print-head" data-testid="print-head">
      <p>{head.name}　教师档案</p>
      <p>
        {head.institution}　{of}
      </p>
      <p>
        打印日期 {fullDate(now)}　打印人 {by}
      </p>
      <style nonce={pageNonce}>
        {marginsOf(`${head.name}　教师档案　${of}`, `${fullTime(now)}　${by}打印`)}
      </style>
      <span className="archive-watermark" aria-hidden="true">
        {session?.truename}　{fullTime(now)}打印
      </span>
    </div>
  )
}

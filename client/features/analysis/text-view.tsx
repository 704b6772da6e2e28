import { useMemo } from 'react'
import type { Analysis } from '../../../catalogue/contract/analysis/figures.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { reportText } from './report-text.ts'

/** 情况说明: the figures of the page as paragraphs that go into a report as they are. */
export function TextView({ data }: { data: Analysis }) {
  const { title, paragraphs, source } = useMemo(() => reportText(data), [data])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText([title, ...paragraphs, source].join('\n'))
      notify.success('已复制，可粘贴到文档中')
    } catch {
      notify.warn('复制失败，请选中文字后复制')
    }
  }
  return (
    <article className="an-text" data-testid="analysis-text">
      <div className="an-text-head">
        <h2 className="x-display">{title}</h2>
        <Button icon="copy" onClick={() => void copy()}>
          复制文字
        </Button>
      </div>
      {paragraphs.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <p className="x-soft x-dense">{source}</p>
    </article>
  )
}

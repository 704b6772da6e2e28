import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  fileCheck,
  questionFormats,
  type FileCheck,
  type QuestionFormat,
} from '../../../catalogue/contract/question-files.ts'
import { api } from '../../platform/api/api.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { download } from '../../platform/api/download.ts'
import { useAct } from '../../platform/api/use-act.ts'
import type { Query } from '../../platform/api/with-query.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Choice } from '../../ui/forms/choice.tsx'
import { Panel } from '../../ui/layout/panel.tsx'

const path = '/api/v1/question/export'
const formats = Object.entries(questionFormats).map(([code, { label }]) => ({ code, label }))
const isFormat = (code: string): code is QuestionFormat => Object.hasOwn(questionFormats, code)
const answerPlaces = [
  { code: 'each', label: '每题下面' },
  { code: 'end', label: '集中在最后' },
]

/** 导出: the questions that the list shows as a file; what a format cannot hold is said before it is fetched. */
export function ExportPart({ query, onClose }: { query: Query; onClose: () => void }) {
  const [format, setFormat] = useState<QuestionFormat>('docx')
  const [answers, setAnswers] = useState('each')
  const asked = { ...query, format, answers }
  const check = useQuery({
    queryKey: ['questions', 'export', asked],
    queryFn: ({ signal }) =>
      api.get(`${path}/check`, { schema: fileCheck, query: asked, signal, quiet: true }),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const { busy, faults, run } = useAct([])
  const { data } = check
  const refused = check.error === null ? faults['form'] : sentenceOf(check.error)
  const name = `试题 ${data?.count ?? ''} 道.${questionFormats[format].ending}`
  return (
    <Panel
      title="导出列表里的试题"
      extra={
        <Button look="text" onClick={onClose}>
          收起
        </Button>
      }
    >
      <div className="question-fields">
        <Choice
          label="格式"
          isRequired
          value={format}
          options={formats}
          onChange={(code) => isFormat(code) && setFormat(code)}
        />
        {format === 'docx' && (
          <Choice
            label="答案和解析"
            isRequired
            value={answers}
            options={answerPlaces}
            onChange={setAnswers}
          />
        )}
      </div>
      {refused === undefined ? <Losses check={data} /> : <p className="x-labelled-fault">{refused}</p>}
      <p className="x-soft x-dense">导出的文件再导回来，没有改过的题会认出来，不会重复。</p>
      <Button
        look="primary"
        icon="download"
        busy={busy}
        disabled={check.error !== null || data === undefined}
        onClick={() => void run(() => download(path, asked, name))}
      >
        下载{data === undefined ? '' : ` ${data.count} 道`}
      </Button>
    </Panel>
  )
}

function Losses({ check }: { check: FileCheck | undefined }) {
  if (check === undefined) return <p className="x-soft">正在看有几道……</p>
  const { count, losses } = check
  if (losses.length === 0) return <p>共 {count} 道，内容都放得下。</p>
  return (
    <>
      <p>
        共 {count} 道，有 {losses.length} 处这种格式放不下：
      </p>
      <ul className="question-faults">
        {losses.map(({ place, title, what }, i) => (
          <li key={`${i + 1}`}>
            第 {place} 题 <span className="x-soft">{title}</span>　{what}
          </li>
        ))}
      </ul>
    </>
  )
}

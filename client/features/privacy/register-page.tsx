import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  registerAnswer,
  type RegisterAnswer,
  type RegisterField,
} from '../../../catalogue/contract/portal/privacy.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { levelWords } from '../../../catalogue/privacy/levels.ts'
import { ExportButton } from '../../engine/exports/export-button.tsx'
import { FilterBar } from '../../engine/list/filter-bar.tsx'
import { useAsked } from '../../engine/list/use-asked.ts'
import { api } from '../../platform/api/api.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { thousands } from '../../platform/format.ts'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import './privacy.css'

const columns: readonly LineColumn<RegisterField>[] = [
  { key: 'label', title: '栏目', wide: true, render: ({ label }) => <b>{label}</b> },
  { key: 'level', title: '级别', render: ({ level }) => levelWords[level] },
  { key: 'readers', title: '谁能看到', render: ({ readers }) => readers },
  { key: 'why', title: '依据', render: ({ why }) => why },
  {
    key: 'filled',
    title: '已填',
    figure: true,
    render: ({ filled }) => <span className="x-num">{filled === null ? '—' : thousands(filled)}</span>,
  },
]

/** Columns of the workbook, which names the type in each row. */
const exported = [
  ['title', '材料'],
  ['label', '栏目'],
  ['level', '级别'],
  ['readers', '谁能看到'],
  ['why', '依据'],
  ['kept', '保存期限'],
  ['records', '记录数'],
  ['filled', '已填数'],
].map(([key = '', title = '']) => ({ key, title }))

function recordsLine({ records, why, kept }: RegisterAnswer): string {
  const many =
    records === null
      ? '记录较多，没有在限定时间内数完，已填数可从导出的文件查看'
      : `现行有效 ${thousands(records)} 条`
  return [many, why, kept].filter(Boolean).join('；')
}

/** 数据分级目录: the fields of one type with level, readers, why and counts. */
export function RegisterPage({ entry }: { entry: PageEntry }) {
  const asked = useAsked(['type'])
  const type = asked.of('type')
  const answer = useQuery({
    queryKey: ['data-register', type],
    queryFn: ({ signal }) =>
      api.get('/api/v1/dataRegister', {
        schema: registerAnswer,
        query: type === '' ? {} : { type },
        quiet: true,
        signal,
      }),
    placeholderData: keepPreviousData,
  })
  return (
    <PageFrame
      title={entry.title}
      note="按程序的声明和各单位的自有栏目自动生成"
      actions={
        <ExportButton
          title={entry.title}
          list="dataRegister"
          query={{}}
          columns={exported}
          total={undefined}
          unit="栏"
          label="导出全部"
        />
      }
    >
      <Loaded answer={answer} failed="数据分级目录打开失败" lines={12}>
        {(data) => (
          <>
            <FilterBar
              filters={[
                {
                  kind: 'choice',
                  key: 'type',
                  label: '材料',
                  options: data.types.map((one) => ({ value: one.type, label: one.title })),
                },
              ]}
              asked={asked}
              onAsk={(key, value) => asked.put({ [key]: value })}
            />
            <h2 className="privacy-type">{data.title}</h2>
            <p className="x-soft">{recordsLine(data)}。</p>
            <LineTable<RegisterField>
              label={data.title}
              lines={data.fields}
              columns={columns}
              keyOf={({ key }) => key}
              stale={answer.isPlaceholderData}
            />
          </>
        )}
      </Loaded>
    </PageFrame>
  )
}

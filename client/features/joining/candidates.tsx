import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { CandidatePage } from '../../../catalogue/contract/archive/joining.ts'
import { teacher } from '../../../catalogue/define.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { documentPath } from '../../engine/archive-path.ts'
import { FieldRow } from '../../engine/form/field-row.tsx'
import type { Values } from '../../engine/values.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { useCandidates } from './use-joining.ts'

type Line = CandidatePage['list'][number]

const comparePath = (entry: PageEntry, keep: number, other: number) =>
  `${entry.path}?keep=${keep}&other=${other}`

function Someone({ of }: { of: Line['one'] }) {
  return (
    <>
      <Link to={documentPath(of.teacherId)}>{of.name}</Link>
      <span className="joining-where x-soft">
        {of.institution}，{labelOf('employmentStatus', of.status)}
      </span>
    </>
  )
}

const columnsOf = (entry: PageEntry): readonly LineColumn<Line>[] => [
  { key: 'one', title: '一份', wide: true, render: ({ one }) => <Someone of={one} /> },
  { key: 'other', title: '另一份', render: ({ other }) => <Someone of={other} /> },
  {
    key: 'birthDate',
    title: '出生日期',
    render: ({ birthDate }) => <span className="x-num">{birthDate}</span>,
  },
  {
    key: 'act',
    title: '办理',
    render: ({ one, other }) => (
      <ButtonLink look="plain" to={comparePath(entry, one.teacherId, other.teacherId)}>
        核对
      </ButtonLink>
    ),
  },
]

/** Pairs of one name and birthday, and any two that somebody names. */
export function Candidates({ entry }: { entry: PageEntry }) {
  const [search, setSearch] = useSearchParams()
  const page = Number(search.get('page') ?? 1)
  const found = useCandidates(page > 0 ? page : 1)
  return (
    <>
      <Panel title="疑似重复登记的教师" flush>
        <Loaded answer={found} failed="名单打开失败" lines={6}>
          {(data) =>
            data.list.length === 0 ? (
              <Empty text="没有姓名、出生日期都相同的教师。姓名登记得不一样的，可以在下面另选两位核对。" />
            ) : (
              <>
                <LineTable
                  label="疑似重复登记的教师"
                  lines={data.list}
                  columns={columnsOf(entry)}
                  keyOf={({ one, other }) => `${one.teacherId} ${other.teacherId}`}
                  stale={found.isPlaceholderData}
                />
                {data.total > data.pageSize && (
                  <Pager {...data} onPage={(to) => setSearch({ page: String(to) })} />
                )}
              </>
            )
          }
        </Loaded>
      </Panel>
      <OtherPair entry={entry} keep={Number(search.get('keep'))} />
    </>
  )
}

const fields = {
  keep: teacher('保留的一份', { required: true, help: '编号、登录名和密码以后用这一份的' }),
  other: teacher('并入它的一份', { required: true }),
} as const

/** Two people whose names were written differently. */
function OtherPair({ entry, keep }: { entry: PageEntry; keep: number }) {
  const navigate = useNavigate()
  const [values, setValues] = useState<Values>({ keep: keep > 0 ? keep : null, other: null })
  const [asked, setAsked] = useState(false)
  const fault = (key: 'keep' | 'other') => {
    if (!asked) return undefined
    if (values[key] === null) return `请选择${fields[key].label}`
    return key === 'other' && values['keep'] === values['other'] ? '请选另一份档案' : undefined
  }
  const go = () => {
    setAsked(true)
    const { keep: kept, other } = values
    if (typeof kept === 'number' && typeof other === 'number' && kept !== other)
      void navigate(comparePath(entry, kept, other))
  }
  return (
    <Panel title="另选两位核对">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          go()
        }}
      >
        <div className="joining-fields">
          {(['keep', 'other'] as const).map((key) => (
            <FieldRow
              key={key}
              name={key}
              field={fields[key]}
              value={values[key] ?? null}
              row={values}
              required
              fault={fault(key)}
              onSet={(set, value) => setValues((now) => ({ ...now, [set]: value }))}
              onLeave={() => undefined}
            />
          ))}
        </div>
        <Button type="submit" look="primary" large>
          核对
        </Button>
      </form>
    </Panel>
  )
}

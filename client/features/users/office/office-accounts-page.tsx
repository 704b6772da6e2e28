import { useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { keptRoles } from '../../../../catalogue/access/office-accounts.ts'
import type {
  IssuedCodes,
  OfficeAccountLine,
} from '../../../../catalogue/contract/administration/office-accounts.ts'
import type { PageEntry } from '../../../../catalogue/pages/entry.ts'
import { ExportButton } from '../../../engine/exports/export-button.tsx'
import { FilterBar, type BarFilter } from '../../../engine/list/filter-bar.tsx'
import { useAsked, type ListRequest } from '../../../engine/list/use-asked.ts'
import { sentenceOf } from '../../../platform/api/api-error.ts'
import { useSession } from '../../../platform/session/session.ts'
import { Button, ButtonLink } from '../../../ui/forms/button.tsx'
import { Empty } from '../../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../../ui/feedback/error-box.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { LineTable } from '../../../ui/layout/line-table.tsx'
import { PageFrame } from '../../../ui/layout/page-frame.tsx'
import { Pager } from '../../../ui/layout/pager.tsx'
import { roleLabel, statusLabels } from '../words.ts'
import { columnsFor, exportedColumns } from './columns.tsx'
import { CodesBar, CodesForAll } from './codes-bar.tsx'
import { CodesSheet } from './codes-sheet.tsx'
import { FromRoll } from './from-roll.tsx'
import { ManyAccounts } from './many-accounts.tsx'
import { NewAccount } from './new-account.tsx'
import { Report } from './report.tsx'
import { useAccounts } from './use-accounts.ts'
import { concernLabels } from './words.ts'
import '../users.css'
import './office.css'

/** Accounts that the office keeps: the list, a new one, many of them, or how the institutions stand. */
export function OfficeAccountsPage({ entry }: { entry: PageEntry }) {
  const [search] = useSearchParams()
  if (search.has('new')) return <NewAccount entry={entry} />
  if (search.has('many')) return <ManyAccounts entry={entry} />
  if (search.has('roll')) return <FromRoll key={search.get('institution') ?? ''} entry={entry} />
  if (search.has('report')) return <Report entry={entry} />
  return <Accounts entry={entry} />
}

const keys = ['q', 'role', 'institution', 'teachers', 'import', 'status', 'concern'] as const
type Key = (typeof keys)[number]
const search = { key: 'q', label: '姓名或账号', hint: '姓名、拼音、账号' } as const
const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

function useFilters(): readonly BarFilter<Key>[] {
  const session = useSession()
  const roles = session ? keptRoles(session.role) : []
  const role = { kind: 'choice', key: 'role', label: '角色' } as const
  return [
    ...(roles.length > 1
      ? [{ ...role, options: roles.map((one) => ({ value: String(one), label: roleLabel(one) })) }]
      : []),
    { kind: 'choice', key: 'concern', label: '待处理', options: optionsOf(concernLabels) },
    { kind: 'choice', key: 'status', label: '状态', options: optionsOf(statusLabels) },
  ]
}

/**
 * What the address of the roll adds: nothing for a school, the school that is looked at for those above; null
 * for none.
 */
function useRollOf(institution: string): string | null {
  const isSchool = useSession()?.role === 3
  if (isSchool) return ''
  return institution === '' ? null : `&institution=${institution}`
}

function Accounts({ entry }: { entry: PageEntry }) {
  const asked = useAsked(keys)
  const filters = useFilters()
  const { pathname } = useLocation()
  const { data, error, refetch, isPlaceholderData } = useAccounts(asked)
  const [sheet, setSheet] = useState<IssuedCodes | null>(null)
  const rollOf = useRollOf(asked.of('institution'))
  return (
    <PageFrame
      title={entry.title}
      note="本单位管理的账号"
      actions={
        <>
          <ButtonLink to={`${pathname}?report=1`}>账号情况</ButtonLink>
          {rollOf !== null && <ButtonLink to={`${pathname}?roll=1${rollOf}`}>从名册开设</ButtonLink>}
          <ButtonLink to={`${pathname}?many=1`}>批量新增</ButtonLink>
          <ButtonLink to={`${pathname}?new=1`} look="primary" icon="add">
            新增账号
          </ButtonLink>
        </>
      }
    >
      {sheet && <CodesSheet codes={sheet} onClose={() => setSheet(null)} />}
      <FilterBar
        search={search}
        filters={filters}
        asked={asked}
        onAsk={(key, value) => asked.put({ [key]: value })}
      >
        <ExportButton
          title="账号"
          list="accounts"
          query={asked.filter}
          columns={exportedColumns}
          total={data?.total}
          unit="条"
        />
      </FilterBar>
      {asked.of('institution') !== '' && (
        <p className="office-note x-soft x-dense">
          只看一个单位的账号。<Link to={pathname}>看全部</Link>
        </p>
      )}
      {asked.of('teachers') !== '' && (
        <p className="office-note x-soft x-dense">
          只看名册里选的教师的账号；勾选后发一次性密码。<Link to={pathname}>看全部</Link>
        </p>
      )}
      {asked.of('import') !== '' && (
        <p className="office-note x-soft x-dense">
          只看本次导入新增的教师的账号。<Link to={pathname}>看全部</Link>
        </p>
      )}
      {error && <ErrorBox title="账号打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={12} />}
      {data && !error && <Found page={data} stale={isPlaceholderData} asked={asked} onIssued={setSheet} />}
    </PageFrame>
  )
}

function Found(props: {
  page: NonNullable<ReturnType<typeof useAccounts>['data']>
  stale: boolean
  asked: ListRequest<Key>
  onIssued: (codes: IssuedCodes) => void
}) {
  const { page, stale, asked, onIssued } = props
  const [chosen, setChosen] = useState<ReadonlyMap<string, OfficeAccountLine>>(new Map())
  if (page.list.length === 0)
    return (
      <Empty
        text={asked.isNarrowed ? '没有符合条件的账号。' : '暂无账号。新增后，把一次性密码交给本人。'}
        action={asked.isNarrowed && <Button onClick={asked.clear}>看全部</Button>}
      />
    )
  const choose = (ids: ReadonlySet<string>) => {
    const all = new Map([...chosen, ...page.list.map((line) => [String(line.identityId), line] as const)])
    setChosen(new Map([...all].filter(([id]) => ids.has(id))))
  }
  return (
    <>
      {asked.of('import') !== '' && <CodesForAll page={page} onIssued={onIssued} />}
      <LineTable
        label="账号"
        lines={page.list}
        columns={columnsFor(onIssued)}
        keyOf={({ identityId }) => String(identityId)}
        stale={stale}
        choice={{
          chosen: new Set(chosen.keys()),
          onChange: choose,
          nameOf: ({ name, role, institution }) => `${name}，${roleLabel(role)}，${institution}`,
        }}
        testId="account-line"
      />
      <Pager {...page} onPage={asked.setPage} />
      {chosen.size > 0 && (
        <CodesBar
          lines={[...chosen.values()]}
          onClear={() => setChosen(new Map())}
          onIssued={(codes) => {
            setChosen(new Map())
            onIssued(codes)
          }}
        />
      )}
    </>
  )
}

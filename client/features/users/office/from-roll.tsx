import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import {
  mostCodes,
  type IssuedCodes,
  type RollLine,
} from '../../../../catalogue/contract/administration/office-accounts.ts'
import type { PageEntry } from '../../../../catalogue/pages/entry.ts'
import { sentenceOf } from '../../../platform/api/api-error.ts'
import { confirm } from '../../../ui/feedback/confirm.ts'
import { Empty } from '../../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../../ui/feedback/error-box.tsx'
import { notify } from '../../../ui/feedback/notify.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Button, ButtonLink } from '../../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../../ui/layout/line-table.tsx'
import { PageFrame } from '../../../ui/layout/page-frame.tsx'
import { Pager } from '../../../ui/layout/pager.tsx'
import { StickyBar } from '../../../ui/layout/sticky-bar.tsx'
import { CodesSheet } from './codes-sheet.tsx'
import { useGiveFromRoll, useRoll } from './use-accounts.ts'

const columns: readonly LineColumn<RollLine>[] = [
  { key: 'name', title: '姓名', wide: true, render: ({ name }) => <b>{name}</b> },
  {
    key: 'how',
    title: '开设后',
    render: ({ signsIn, elsewhere }) => {
      if (!signsIn) return <span className="users-off">没有账号、证件号和手机号，暂不能开设</span>
      return elsewhere ? '用原来的密码登录' : '发一次性密码'
    },
  },
]

/**
 * Teachers of the roll who have no account yet; chosen ones get one, with a code to print or to the phone.
 */
export function FromRoll({ entry }: { entry: PageEntry }) {
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const institution = search.get('institution') ?? ''
  const [page, setPage] = useState(1)
  const [sheet, setSheet] = useState<IssuedCodes | null>(null)
  const { data, error, refetch } = useRoll(institution, page)
  const back = institution === '' ? pathname : `${pathname}?institution=${institution}`
  return (
    <PageFrame
      title="从名册开设账号"
      crumbs={[{ label: entry.title, to: back }]}
      note={data && `${data.institution}，无账号的教师`}
    >
      {sheet && <CodesSheet codes={sheet} onClose={() => setSheet(null)} />}
      {error && <ErrorBox title="名册打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={10} />}
      {data?.list.length === 0 && (
        <Empty text="名册里的教师都有账号了。" action={<ButtonLink to={back}>返回账号列表</ButtonLink>} />
      )}
      {data && data.list.length > 0 && (
        <>
          <Choice key={page} lines={data.list} onIssued={setSheet} />
          <Pager {...data} onPage={setPage} />
        </>
      )}
    </PageFrame>
  )
}

/** All who can get an account are chosen to begin with: that is what one came for. */
function Choice({ lines, onIssued }: { lines: readonly RollLine[]; onIssued: (codes: IssuedCodes) => void }) {
  const possible = lines.filter(({ signsIn }) => signsIn).map(({ teacherId }) => String(teacherId))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(possible))
  const give = useGiveFromRoll()
  const ids = possible.filter((id) => chosen.has(id))
  const run = async () => {
    const text = '接通短信的一次性密码发到本人手机，其他的显示一次供打印，24 小时内可登录一次。'
    if (!(await confirm({ title: `给 ${ids.length} 位教师开设账号？`, text, ok: '开设账号' }))) return
    try {
      onIssued(await give.mutateAsync(ids.map(Number)))
    } catch (error) {
      notify.warn(sentenceOf(error))
    }
  }
  return (
    <>
      <LineTable
        label="无账号的教师"
        lines={lines}
        columns={columns}
        keyOf={({ teacherId }) => String(teacherId)}
        stale={false}
        choice={{ chosen, onChange: setChosen, nameOf: ({ name }) => name }}
        testId="roll-line"
      />
      <StickyBar note={<b>已选 {ids.length} 位</b>}>
        <span className="x-soft">一次最多 {mostCodes} 位</span>
        <Button look="primary" busy={give.isPending} disabled={ids.length === 0} onClick={() => void run()}>
          开设账号
        </Button>
      </StickyBar>
    </>
  )
}

import { boards } from '../../../../catalogue/boards/board.ts'
import type { Share } from '../../../../catalogue/contract/analysis/boards.ts'
import { sentenceOf } from '../../../platform/api/api-error.ts'
import { Loaded } from '../../../platform/api/loaded.tsx'
import { listDate, listTime } from '../../../platform/format.ts'
import { confirm } from '../../../ui/feedback/confirm.ts'
import { notify } from '../../../ui/feedback/notify.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../../ui/layout/line-table.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { useBoardActs, useShares } from './use-boards.ts'

const states: Readonly<Record<Share['state'], string>> = {
  open: '可以打开',
  expired: '已过期',
  revoked: '已撤销',
  ended: '制作人已停用',
}

/** The links of the own office, and revoking them. */
export function SharesPanel() {
  const answer = useShares()
  const { revoke } = useBoardActs()
  const take = async ({ id, note }: Share) => {
    const text = '用该链接的屏幕立即看不到新的数据，链接不能再打开。'
    if (!(await confirm({ title: `撤销链接“${note}”？`, text, ok: '撤销链接', danger: true }))) return
    try {
      await revoke(id)
      notify.success('已撤销')
    } catch (error) {
      notify.error(sentenceOf(error))
    }
  }
  return (
    <Panel title="大屏链接" flush>
      <Loaded answer={answer} failed="链接打开失败" lines={3}>
        {({ list }) =>
          list.length === 0 ? (
            <p className="bs-empty x-soft">暂无链接。链接无需登录即可查看一个大屏，适合挂在墙上的屏幕。</p>
          ) : (
            <LineTable
              label="大屏链接"
              lines={list}
              columns={columnsOf((share) => void take(share))}
              keyOf={({ id }) => String(id)}
              stale={false}
              testId="board-share"
            />
          )
        }
      </Loaded>
    </Panel>
  )
}

const columnsOf = (onRevoke: (share: Share) => void): LineColumn<Share>[] => [
  { key: 'note', title: '用途', wide: true, render: ({ note }) => note },
  { key: 'board', title: '大屏', render: ({ board }) => boards[board].title },
  { key: 'place', title: '地区', render: ({ place }) => place },
  { key: 'mode', title: '数据', render: ({ mode }) => (mode === 'frozen' ? '定格' : '实时') },
  {
    key: 'networks',
    title: '范围',
    render: ({ networks }) => (networks.length === 0 ? '公开' : `内部：${networks.join('、')}`),
  },
  { key: 'by', title: '制作', render: ({ by, at }) => `${by}　${listTime(at)}` },
  { key: 'expires', title: '有效期至', render: ({ expiresAt }) => listDate(expiresAt) },
  {
    key: 'opened',
    title: '最近打开',
    render: ({ lastOpenedAt }) => (lastOpenedAt === null ? '没有打开过' : listTime(lastOpenedAt)),
  },
  { key: 'state', title: '状态', render: ({ state }) => states[state] },
  {
    key: 'acts',
    title: '操作',
    render: (share) =>
      share.state === 'open' && (
        <Button look="text" aria-label={`撤销链接 ${share.note}`} onClick={() => onRevoke(share)}>
          撤销
        </Button>
      ),
  },
]

import type { BoardDetail } from '../../../../catalogue/contract/analysis/boards.ts'
import { listTime } from '../../../platform/format.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { LineTable } from '../../../ui/layout/line-table.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'

/** The saves of the own office; an earlier one is taken into the editor and saved again. */
export function Versions({
  versions,
  onTake,
}: {
  versions: BoardDetail['versions']
  onTake: (version: number) => void
}) {
  if (versions.length === 0) return null
  return (
    <Panel title="历史版本" flush>
      <LineTable
        label="历史版本"
        lines={versions}
        keyOf={({ version }) => String(version)}
        stale={false}
        columns={[
          { key: 'version', title: '版本', render: ({ version }) => `第 ${version} 版` },
          {
            key: 'note',
            title: '说明',
            wide: true,
            render: ({ note, isReset }) => (isReset ? '恢复默认' : note || '未写说明'),
          },
          { key: 'by', title: '保存人', render: ({ by }) => by },
          { key: 'at', title: '时间', render: ({ at }) => listTime(at) },
          {
            key: 'acts',
            title: '操作',
            render: ({ version, isReset }) =>
              !isReset && (
                <Button look="text" aria-label={`恢复第 ${version} 版`} onClick={() => onTake(version)}>
                  恢复
                </Button>
              ),
          },
        ]}
      />
    </Panel>
  )
}

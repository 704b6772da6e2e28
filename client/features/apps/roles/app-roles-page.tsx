import { useSearchParams } from 'react-router'
import { roleEntry } from '../../../../catalogue/access/roles.ts'
import { appRoles, mostPins, type RoleLine } from '../../../../catalogue/contract/administration/apps.ts'
import { labelOf } from '../../../../catalogue/dictionaries/dictionaries.ts'
import type { PageEntry } from '../../../../catalogue/pages/entry.ts'
import { sentenceOf } from '../../../platform/api/api-error.ts'
import { Loaded } from '../../../platform/api/loaded.tsx'
import { useSession } from '../../../platform/session/session.ts'
import { Empty } from '../../../ui/feedback/empty.tsx'
import { notify } from '../../../ui/feedback/notify.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../../ui/layout/line-table.tsx'
import { PageFrame } from '../../../ui/layout/page-frame.tsx'
import { StateTabs } from '../../../ui/layout/state-tabs.tsx'
import { RequestList } from '../request-list.tsx'
import { useManageActs, usePins, useRoleLines } from '../manage/use-manage.ts'
import { BindingForm } from './binding-form.tsx'
import '../apps.css'

/** Whom each app is given: by the administrator for everybody, by an authority for its region. */
export function AppRolesPage({ entry }: { entry: PageEntry }) {
  const [search, setSearch] = useSearchParams()
  const isOffice = useSession()?.role !== 1
  const isRequests = search.get('tab') === 'requests'
  const chosen = search.get('app')
  const answer = useRoleLines()
  return (
    <PageFrame
      title={entry.title}
      note={
        isOffice ? '只管本地区，不能超出上级的授权' : '按角色、站点方案、单位授权；教育局可以在本地区内收窄'
      }
    >
      <StateTabs
        label="应用授权"
        tabs={[
          { key: 'roles', label: '角色授权' },
          { key: 'requests', label: '个人申请' },
        ]}
        current={isRequests ? 'requests' : 'roles'}
        onSelect={(key) => setSearch(key === 'roles' ? {} : { tab: key })}
      />
      {isRequests ? (
        <RequestList of="office" />
      ) : (
        <Loaded answer={answer} failed="授权打开失败" lines={8}>
          {(lines) => {
            const one = lines.find(({ app_id: id }) => id === chosen)
            return one ? (
              <BindingForm
                key={`${one.app_id} ${one.version}`}
                line={one}
                isOffice={isOffice}
                onClose={() => setSearch({})}
              />
            ) : (
              <Lines lines={lines} isOffice={isOffice} onChoose={(app) => setSearch({ app })} />
            )
          }}
        </Loaded>
      )}
    </PageFrame>
  )
}

function Lines({
  lines,
  isOffice,
  onChoose,
}: {
  lines: readonly RoleLine[]
  isOffice: boolean
  onChoose: (app: string) => void
}) {
  const pins = usePins()
  const { pin } = useManageActs()
  const pinned = pins.data?.apps ?? []
  const turn = (id: string) => {
    const next = pinned.includes(id) ? pinned.filter((one) => one !== id) : [...pinned, id]
    pin.mutate(next, {
      onSuccess: () => notify.success(pinned.includes(id) ? '已取消置顶' : '已置顶'),
      onError: (error) => notify.error(sentenceOf(error)),
    })
  }
  if (lines.length === 0)
    return <Empty text={isOffice ? '上级暂未向本地区开放应用。' : '暂无应用，请先在“应用管理”中新增。'} />
  return (
    <>
      <p className="app-below x-faint x-dense">{`置顶的应用排在常用的最前面，最多 ${mostPins} 个。`}</p>
      <LineTable
        label="应用授权"
        lines={lines}
        columns={columnsOf({ isOffice, pinned, onChoose, onPin: turn })}
        keyOf={({ app_id: id }) => id}
        stale={false}
        testId="bound-app"
      />
    </>
  )
}

const levelWords = (line: RoleLine, role: number, isOffice: boolean): string => {
  const of = isOffice && !line.narrowed ? line.above : line.lines
  const own = of.filter((one) => one.role === role)
  const level = Math.max(0, ...own.map((one) => one.level))
  if (level === 0) return '—'
  const partial =
    !(isOffice && !line.narrowed) &&
    line.lines.every((one) => one.role !== role || one.placeId !== null || one.clientId !== null)
  return `${level === 2 ? '可使用' : '可申请'}${partial ? '（部分）' : ''}`
}

function columnsOf({
  isOffice,
  pinned,
  onChoose,
  onPin,
}: {
  isOffice: boolean
  pinned: readonly string[]
  onChoose: (app: string) => void
  onPin: (app: string) => void
}): readonly LineColumn<RoleLine>[] {
  return [
    {
      key: 'name',
      title: '应用',
      wide: true,
      render: ({ app_id: id, name, enabled }) => (
        <>
          <b>{name}</b>　<span className="x-faint">{id}</span>
          {!enabled && '　已停用'}
        </>
      ),
    },
    { key: 'category', title: '分类', render: ({ category }) => labelOf('appCategory', category) },
    ...appRoles.map((role): LineColumn<RoleLine> => ({
      key: String(role),
      title: roleEntry(role).label,
      render: (line) => levelWords(line, role, isOffice),
    })),
    ...(isOffice
      ? [
          {
            key: 'own',
            title: '来源',
            render: ({ narrowed }: RoleLine) => (narrowed ? '本单位设置' : '沿用上级'),
          },
        ]
      : []),
    {
      key: 'acts',
      title: '操作',
      render: ({ app_id: id, name }) => (
        <>
          <Button look="text" aria-label={`修改${name}的授权`} onClick={() => onChoose(id)}>
            修改
          </Button>
          <Button
            look="text"
            aria-pressed={pinned.includes(id)}
            aria-label={`置顶${name}`}
            onClick={() => onPin(id)}
          >
            {pinned.includes(id) ? '取消置顶' : '置顶'}
          </Button>
        </>
      ),
    },
  ]
}

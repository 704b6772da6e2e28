import { useNavigate } from 'react-router'
import type { KeptDetail } from '../../../catalogue/contract/analysis/query.ts'
import { pathOfPage } from '../../../catalogue/pages/pages.ts'
import type { FieldFault } from '../../../catalogue/errors.ts'
import { Menu } from '../../engine/list/menu.tsx'
import { useAct } from '../../platform/api/use-act.ts'
import { listTime, thousands } from '../../platform/format.ts'
import { useSession } from '../../platform/session/session.ts'
import { dropDraft } from '../../platform/storage/drafts.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Icon } from '../../ui/look/icon.tsx'
import { deskOfVersion, draftKey, type Desk } from './model.ts'
import { useKeeping } from './use-query.ts'

interface SaveProps {
  readonly desk: Desk
  readonly kept: KeptDetail | null
  /** The version that stands here unchanged. */
  readonly same: number | null
  readonly faults: readonly FieldFault[]
  readonly onDesk: (part: Partial<Desk>) => void
}

/** The name of a query, its versions, and saving it. */
export function SaveBar(props: SaveProps) {
  const { desk, kept, same, onDesk } = props
  const { act, save, rename, saveAgain } = useSaving(props)
  const isOwn = kept?.mine === true
  const session = useSession()
  return (
    <div className="xq-save">
      <div className="xq-save-name">
        <TextField
          label="查询名称"
          value={desk.name}
          maxLength={30}
          fault={act.faults['name']}
          onChange={(name) => onDesk({ name })}
        />
      </div>
      <p className="x-dense x-faint xq-save-state">
        {isOwn && `第 ${kept.version} 版　${listTime(kept.savedAt)} 保存`}
        {same === null && desk.query.conditions.flat().length > 0 && (
          <b className="xq-unsaved">有未保存的改动</b>
        )}
      </p>
      <div className="xq-save-acts">
        {kept && kept.versions.length > 1 && <Versions kept={kept} onDesk={onDesk} />}
        {kept && session && same !== null && (
          <ButtonLink
            look="text"
            to={`${pathOfPage(session.role, 'archive-tasks')}?act=new&query=${kept.id}`}
          >
            下达采集任务
          </ButtonLink>
        )}
        {kept && (
          <ButtonLink look="text" icon="add" to="/analysis/ziChaXun">
            新查询
          </ButtonLink>
        )}
        {isOwn && desk.name.trim() !== kept.name && (
          <>
            <Button busy={act.busy} onClick={rename}>
              改名
            </Button>
            <Button busy={act.busy} onClick={saveAgain}>
              另存为新查询
            </Button>
          </>
        )}
        <Button look="primary" icon="save" busy={act.busy} onClick={save}>
          {isOwn ? `保存为第 ${kept.version + 1} 版` : '保存查询'}
        </Button>
      </div>
      {act.faults['form'] && (
        <p className="xq-fault" role="alert">
          {act.faults['form']}
        </p>
      )}
    </div>
  )
}

function useSaving({ desk, kept, same, faults, onDesk }: SaveProps) {
  const act = useAct(['name'])
  const navigate = useNavigate()
  const keeping = useKeeping()
  const saveAs = (of: { id: number; after: number } | null) =>
    act.run(async () => {
      const { id, version, count } = await keeping.save(desk, of)
      dropDraft(draftKey(kept?.id ?? null))
      notify.success(`已保存为第 ${version} 版，现有 ${thousands(count)} 人`)
      if (id !== kept?.id) await navigate(`/analysis/ziChaXun?id=${id}`)
    })
  const refuse = (form: string) => act.setFaults({ form })
  const check = (): boolean => {
    const [first] = faults
    if (first) refuse(`还有条件没有填好：${first.message}`)
    else if (desk.name.trim() === '') act.setFaults({ name: '请填写查询名称' })
    else return true
    return false
  }
  return {
    act,
    save: () => {
      if (!check()) return
      if (kept?.mine !== true) return void saveAs(null)
      if (same === kept.version) return refuse('没有改动，无需保存新的一版')
      void saveAs({ id: kept.id, after: kept.version })
    },
    saveAgain: () => void (check() && saveAs(null)),
    rename: () =>
      void act.run(async () => {
        if (!kept) return
        await keeping.change(kept.id, { name: desk.name.trim() })
        onDesk({ name: desk.name.trim() })
        notify.success('已改名')
      }),
  }
}

/** The versions of a query with how many each found; one of them can be put onto the page again. */
function Versions({ kept, onDesk }: Pick<SaveProps, 'onDesk'> & { kept: KeptDetail }) {
  return (
    <Menu
      summary={
        <>
          <Icon name="rot" />
          历史版本
        </>
      }
      className="xq-versions"
    >
      <ol className="xr-menu-body" tabIndex={-1}>
        {kept.versions.map(({ no, at, by, count, sentence }) => (
          <li key={no}>
            <p>
              <b>第 {no} 版</b>　{listTime(at)}　{by}
              {count !== null && <span className="x-num">　{thousands(count)} 人</span>}
            </p>
            <p className="x-note x-faint">{sentence}</p>
            <Button
              look="text"
              onClick={() => {
                const desk = deskOfVersion(kept, no)
                if (desk) onDesk({ query: desk.query, columns: desk.columns, sort: desk.sort })
                else notify.error('这一版用到的内容现在不能查询，不能恢复')
              }}
            >
              恢复到页面
            </Button>
          </li>
        ))}
      </ol>
    </Menu>
  )
}

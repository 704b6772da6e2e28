import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { AppView } from '../../../../catalogue/contract/administration/apps.ts'
import { selectable } from '../../../../catalogue/dictionaries/dictionaries.ts'
import { useAct } from '../../../platform/api/use-act.ts'
import { ErrorBox } from '../../../ui/feedback/error-box.tsx'
import { notify } from '../../../ui/feedback/notify.ts'
import { Button, ButtonLink } from '../../../ui/forms/button.tsx'
import { Choice } from '../../../ui/forms/choice.tsx'
import { textFields } from '../../../ui/forms/text-fields.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { IconField, type Picture } from './icon-field.tsx'
import { useManageActs } from './use-manage.ts'
import '../../../ui/forms/labelled.css'

const fields = [
  'id',
  'name',
  'category',
  'domain',
  'entryPath',
  'icon',
  'openMode',
  'description',
  'enabled',
] as const

const openedWith = (app: AppView | null) => ({
  id: app?.id ?? '',
  name: app?.name ?? '',
  category: app?.category ?? '2',
  domain: app?.domain ?? 'https://',
  entryPath: app?.entryPath ?? '',
  openMode: app?.openMode ?? '1',
  description: app?.description ?? '',
})
type AppTexts = ReturnType<typeof openedWith>

/** What an app is called, where it is, and how it is opened. */
export function AppForm({ app }: { app: AppView | null }) {
  const { busy, faults, run } = useAct(fields)
  const { save } = useManageActs()
  const navigate = useNavigate()
  const [typed, setTyped] = useState(() => openedWith(app))
  const [icon, setIcon] = useState<Picture | null>(app?.icon ?? null)
  const [enabled, setEnabled] = useState(app?.enabled ?? true)
  const put = (key: keyof AppTexts) => (value: string) => setTyped({ ...typed, [key]: value })
  const submit = () =>
    run(async () => {
      const { id, ...told } = typed
      const body = { ...told, icon: icon?.id ?? null, enabled, sortNo: app?.sortNo ?? 0 }
      const saved = await save.mutateAsync({
        id: app?.id ?? null,
        body: app ? { ...body, version: app.version } : { ...body, id },
      })
      notify.success(app ? '已保存' : '已新增，接着设置授权')
      if (!app) void navigate(`/appRole?app=${saved.id}`)
    })
  const text = textFields(typed, (key, value) => put(key)(value), faults)
  return (
    <Panel title="应用资料" extra={app && <ButtonLink to={`/appRole?app=${app.id}`}>设置授权</ButtonLink>}>
      {faults['form'] && <ErrorBox title="保存失败，您的填写已保留" detail={faults['form']} />}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <div className="app-fields">
          {!app && text('id', '应用编号', { maxLength: 3, help: '1 到 3 个字母或数字，保存后不能改' })}
          {text('name', '应用名称', { maxLength: 30 })}
          <Choice
            isRequired
            options={selectable('appCategory')}
            label="分类"
            value={typed.category}
            onChange={put('category')}
          />
          {text('domain', '应用域名', { maxLength: 500, help: '以 https:// 开头；本平台的页面以 / 开头' })}
          {text('entryPath', '入口路径', { maxLength: 200, help: '如 /login；没有可以不填' })}
          <Choice
            isRequired
            options={selectable('openMode')}
            label="打开方式"
            value={typed.openMode}
            fault={faults['openMode']}
            onChange={put('openMode')}
          />
          {text('description', '说明', { maxLength: 200, help: '名称下面的一行字' })}
        </div>
        <IconField icon={icon} fault={faults['icon']} onChange={setIcon} />
        <p className="app-line">
          <label>
            <input type="checkbox" checked={enabled} onChange={({ target }) => setEnabled(target.checked)} />{' '}
            启用
          </label>
        </p>
        <Button type="submit" look="primary" busy={busy}>
          保存
        </Button>
      </form>
    </Panel>
  )
}

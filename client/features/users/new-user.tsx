import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { IssuedPassword } from '../../../catalogue/contract/administration/users.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { useFocusOnFault } from '../../ui/forms/use-focus-on-fault.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import { identityBody, IdentityFields, noIdentity, type IdentityChoice } from './identity-fields.tsx'
import { KnownFields, type KnownValues } from './known-fields.tsx'
import { PasswordDialog } from '../../ui/feedback/password-dialog.tsx'
import { useCreate } from './use-users.ts'

/** A new person with a first identity; afterwards the password, once, and then the person's page. */
export function NewUser() {
  const navigate = useNavigate()
  const { create, faults } = useCreate()
  const [known, setKnown] = useState<KnownValues>({ name: '', loginName: '', idNo: '', mobile: '' })
  const [choice, setChoice] = useState<IdentityChoice>(noIdentity)
  useFocusOnFault('.users-form', faults)
  const arrived = ({ id, password, sentTo, waits }: IssuedPassword) => {
    if (password !== null) return
    notify.success(
      waits ? '已提交，等另一位管理员确认；确认后发一次性密码' : `一次性密码已发到本人手机 ${sentTo}`,
      { stay: 6000 },
    )
    void navigate(`/appCore/userSetEdit?id=${id}`)
  }
  return (
    <form
      className="users-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!create.isPending) create.mutate({ ...known, ...identityBody(choice) }, { onSuccess: arrived })
      }}
    >
      {faults['form'] && <ErrorBox title="新增失败" detail={faults['form']} kept="填写的内容都还在" />}
      <Panel title="基本信息">
        <div className="users-fields">
          <KnownFields values={known} faults={faults} onChange={setKnown} />
        </div>
      </Panel>
      <Panel title="第一个身份">
        <div className="users-fields">
          <IdentityFields value={choice} faults={faults} onChange={setChoice} />
        </div>
        <p className="x-soft x-dense">
          接通短信且有手机号的，一次性密码发到本人手机；其他的保存后显示一次，可打印，24
          小时内有效。教师身份会同时建立一份空的档案；系统管理员和县区、市、省的身份要另一位管理员确认。
        </p>
      </Panel>
      <div className="users-acts">
        <Button type="submit" look="primary" busy={create.isPending}>
          新增用户
        </Button>
        <ButtonLink to="/appCore/userSet">返回列表</ButtonLink>
      </div>
      {create.data && create.data.password !== null && (
        <PasswordDialog
          name={known.name}
          password={create.data.password}
          onClose={() => {
            const { id } = create.data
            create.reset()
            void navigate(`/appCore/userSetEdit?id=${id}`)
          }}
        />
      )}
    </form>
  )
}

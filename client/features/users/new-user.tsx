import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Panel } from '../../ui/panel.tsx'
import { IdentityFields, type IdentityChoice } from './identity-fields.tsx'
import { KnownFields, type KnownValues } from './known-fields.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { useCreate } from './use-users.ts'

/** A new person with a first identity; afterwards the password, once, and then the person's page. */
export function NewUser() {
  const navigate = useNavigate()
  const { create, faults } = useCreate()
  const [known, setKnown] = useState<KnownValues>({ name: '', loginName: '', idNo: '', mobile: '' })
  const [choice, setChoice] = useState<IdentityChoice>({ role: '', institutionId: '' })
  useFocusOnFault(faults)
  const numberOf = (text: string) => (text === '' ? null : Number(text))
  return (
    <form
      className="users-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!create.isPending) create.mutate({ ...known, role: numberOf(choice.role), institutionId: numberOf(choice.institutionId) })
      }}
    >
      {faults['form'] && <ErrorBox title="没能新增" detail={faults['form']} kept="填写的内容都还在" />}
      <Panel title="这个人">
        <div className="users-fields">
          <KnownFields values={known} faults={faults} onChange={setKnown} />
        </div>
      </Panel>
      <Panel title="第一个身份">
        <div className="users-fields">
          <IdentityFields value={choice} faults={faults} onChange={setChoice} />
        </div>
        <p className="x-soft x-dense">初始密码随机生成，保存后显示一次。教师身份会同时建立一份空的档案。</p>
      </Panel>
      <div className="users-acts">
        <Button type="submit" look="primary" busy={create.isPending}>
          新增用户
        </Button>
        <ButtonLink to="/appCore/userSet">返回列表</ButtonLink>
      </div>
      {create.data && (
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

/** Leads to the first field at fault once they have come back. */
export function useFocusOnFault(faults: object) {
  useEffect(() => {
    document.querySelector<HTMLElement>('.users-form [aria-invalid="true"]')?.focus()
  }, [faults])
}

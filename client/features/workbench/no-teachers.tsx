import { useMutation, useQuery } from '@tanstack/react-query'
import { importKinds } from '../../../catalogue/contract/administration/imports.ts'
import { pathOfPage } from '../../../catalogue/pages/pages.ts'
import type { Role } from '../../../catalogue/access/roles.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/api.ts'
import { download } from '../../platform/api/download.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'

const path = '/api/v1/import'
/** The kind of import that brings people (catalogue/imports). */
const teachers = 'teacher'

/** What an office does first where it has nobody yet: the table to fill in, the import, or one person. */
export function NoTeachers({ role }: { role: Role }) {
  const { data } = useQuery({
    queryKey: ['imports', 'kinds'],
    queryFn: ({ signal }) => api.get(`${path}/kinds`, { schema: importKinds, quiet: true, signal }),
  })
  const template = useMutation({
    mutationFn: ({ title, version }: { title: string; version: string }) =>
      download(`${path}/template/${teachers}`, {}, `${title}导入模板-${version}.xlsx`),
    onError: (error) => notify.warn(sentenceOf(error)),
  })
  // What the server offers this account decides whether it may bring people in.
  const kind = data?.list.find(({ name }) => name === teachers)
  const roll = pathOfPage(role, 'roll')
  return (
    <>
      <p>
        {role === 3
          ? '请先导入或新增教师。教师交来的资料会出现在这里。'
          : '下级单位暂无教师。请先导入教师，或由学校导入、新增。'}
      </p>
      <div className="home-next-acts">
        {kind && (
          <>
            <Button icon="download" busy={template.isPending} onClick={() => template.mutate(kind)}>
              下载模板
            </Button>
            <ButtonLink look="primary" to={`${pathOfPage(role, 'import')}?type=${teachers}`}>
              导入教师
            </ButtonLink>
          </>
        )}
        {role === 3 && roll !== '' && (
          <ButtonLink icon="add" to={`${roll}?new=1`}>
            新增教师
          </ButtonLink>
        )}
      </div>
    </>
  )
}

import type { AppView } from '../../../catalogue/contract/administration/apps.ts'
import type { AppCentre } from '../../../catalogue/contract/portal/app-centre.ts'
import type { Person, Region } from '../../app/testing/test-region.ts'

/** An app as an administrator writes one. */
export const written = {
  name: '阅读测评',
  category: '5',
  domain: 'https://read.example.cn',
  entryPath: '/login',
  icon: null,
  openMode: '1',
  description: '高中版',
  sortNo: 10,
  enabled: true,
}

/** Adds an app given to these lines. */
export async function addApp(
  { people: { admin } }: Region,
  id: string,
  lines: readonly object[],
  told: Partial<typeof written> = {},
): Promise<AppView> {
  const made = await admin.post<AppView>('/api/v1/appManage', { id, ...written, name: `应用${id}`, ...told })
  if (made.status !== 200) throw new Error(made.msg)
  const bound = await admin.put('/api/v1/appManage/role', { app_id: id, lines })
  if (bound.status !== 200) throw new Error(bound.msg)
  return made.data
}

/** The centre as somebody sees it: standing by number. */
export async function centreFor(who: Person): Promise<Record<string, string>> {
  const { data } = await who.get<AppCentre>('/api/v1/apps')
  return Object.fromEntries(data.apps.map(({ id, standing }) => [id, standing]))
}

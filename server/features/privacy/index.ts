import { privacyAnswer, registerAnswer, registerQuery } from '../../../catalogue/contract/portal/privacy.ts'
import type { Feature, Ground } from '../../engine/feature.ts'
import { register } from '../../platform/http/call.ts'
import { registerList } from './export.ts'
import { privacyNotice } from './notice.ts'
import { registerOf } from './register.ts'

/**
 * What is held about people and why: the page that everybody reads, and the register of the administrator, both
 * printed from the declarations (docs/decisions/0268).
 */
export const privacy: Feature<Pick<Ground, 'engine' | 'config' | 'actorOn'>> = {
  name: 'privacy',
  routes: (server, { engine, config, actorOn }) => {
    register(server, {
      method: 'GET',
      url: '/api/v1/portal/privacy',
      access: 'anyone',
      tag: '门户',
      summary: '个人信息保护：收集哪些信息，依据什么，保存多久',
      answer: privacyAnswer,
      handle: () => privacyNotice(engine, config),
    })
    register(server, {
      method: 'GET',
      url: '/api/v1/dataRegister',
      access: [1],
      duties: ['system', 'security', 'audit'],
      tag: '系统管理',
      summary: '数据分级目录：一类材料的栏目、级别、谁能看到、依据和已填数',
      perMinute: 60,
      query: registerQuery,
      answer: registerAnswer,
      handle: ({ query }, request) => registerOf(engine, actorOn(request), query.type),
    })
  },
  exports: ({ engine }) => [registerList(engine)],
}

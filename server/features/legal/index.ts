import type { Feature, Ground } from '../../engine/feature.ts'
import type { PublishingNeeds } from '../../engine/publishing/index.ts'
import { legalRoutes } from './routes.ts'

export { againstWithdrawn } from './matters.ts'

/**
 * 用户协议, 隐私政策, 个人信息收集清单: the editions in force, and who agreed to or was shown which
 * (docs/decisions/0152); what rests on consent, and its withdrawal (0269).
 */
export const legal: Feature<{ readonly publishing: PublishingNeeds } & Pick<Ground, 'config' | 'actorOn'>> = {
  name: 'legal',
  routes: (server, { publishing, config, actorOn }) => legalRoutes(server, { publishing, config }, actorOn),
}

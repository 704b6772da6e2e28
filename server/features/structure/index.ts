import type { Feature } from '../../engine/feature.ts'
import type { StructureNeeds } from './options.ts'
import { carryOutDue } from './plans.ts'
import { structureRoutes } from './routes.ts'

export const structure: Feature<StructureNeeds> = {
  name: 'structure',
  routes: structureRoutes,
  jobs: (needs) => [
    { name: 'structure.due', label: '机构变动生效', every: 60, run: () => carryOutDue(needs) },
  ],
}

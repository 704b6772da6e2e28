import type { Feature, Ground } from '../../engine/feature.ts'
import type { Figures } from '../../engine/figures/index.ts'
import { fixedRoutes } from './fixed.ts'
import { keptPanels } from './kept-panels.ts'
import { peopleList } from './people-list.ts'
import { analysisRoutes } from './routes.ts'
import { freezing, runRoutes } from './runs.ts'
import { workbookRoute } from './workbook.ts'

export { boardFiguresBy, type ReadBoardFigures } from './for-boards.ts'
export { oneFigureBy, type OneFigure, type ReadOneFigure } from './one-figure.ts'

/** Statistics: figures of a place and a date, and the people behind each. */
export const analysis: Feature<
  Pick<Ground, 'config' | 'engine' | 'actorOn'> & { readonly figures: Figures }
> = {
  name: 'analysis',
  routes: (server, { config, engine, figures, actorOn }) => {
    runRoutes(server, engine, actorOn)
    fixedRoutes(server, engine, actorOn)
    const reading = { engine, figures, panels: keptPanels(), demo: config.demo }
    analysisRoutes(server, reading, actorOn)
    workbookRoute(server, reading, actorOn)
  },
  exports: ({ engine, figures }) => [peopleList({ engine, figures })],
  jobs: ({ engine }) => [freezing(engine)],
}

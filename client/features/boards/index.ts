export { BoardPage } from './board-page.tsx'
export { BoardsPage } from './boards-page.tsx'
export { SharedBoardPage } from './shared-board-page.tsx'

export { MessageDetailPage } from './message-detail-page.tsx'
export { MessageListPage } from './message-list-page.tsx'

export { startConsumer } from './consumer.ts'
export { placeOf } from './links.ts'
export { messageRoutes } from './routes.ts'
export { unreadMessages } from './store.ts'

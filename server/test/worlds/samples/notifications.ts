import { newUuid } from '../../../src/core/ids.ts'
import { newFile } from './files.ts'
import { type Sample, target } from './target.ts'

export const notificationSamples: Record<string, Sample> = {
  listNotifications: async () => target({}, { unread: true, kind: 'MENTION' }),
  readNotifications: async () => target({}, { ids: [newUuid()] }),
  setNotificationLevel: async (_world, projectId) => target({ projectId }, { level: 'EVERYTHING' }),
  updateNotificationSettings: async () => target({}, { mail: 'DAILY', timeZone: 'Europe/Berlin' }),
  muteFile: async (world, projectId, owner) => target({ fileId: await newFile(world, projectId, owner) }),
  unmuteFile: async (world, projectId, owner) => target({ fileId: await newFile(world, projectId, owner) }),
}

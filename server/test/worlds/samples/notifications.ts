import { newUuid } from '../../../src/core/ids.ts'
import { newFile } from './files.ts'
import { type Sample, target } from './target.ts'

export const notificationSamples: Record<string, Sample> = {
  countNotifications: async () => target(),
  getInbox: async () => target(),
  getNotificationLevel: async (_world, projectId) => target({ projectId }),
  getNotificationSettings: async () => target(),
  listNotifications: async () => target({}, { unread: true, kind: 'MENTION' }),
  readNotifications: async () => target({}, { ids: [newUuid()] }),
  setNotificationLevel: async (_world, projectId) => target({ projectId }, { level: 'EVERYTHING' }),
  getPushSubscription: async () => target(),
  deletePushSubscription: async () => target(),
  setPushSubscription: async () =>
    target(
      {},
      {
        // Reserved names lead nowhere (RFC 2606); the keys are those of RFC 8291.
        endpoint: `https://push.example.com/${newUuid()}`,
        keys: {
          p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
          auth: 'BTBZMqHH6r4Tts7J_aSIgg',
        },
      },
    ),
  updateNotificationSettings: async () => target({}, { mail: 'DAILY', timeZone: 'Europe/Berlin' }),
  getMute: async (world, projectId, owner) => target({ fileId: await newFile(world, projectId, owner) }),
  muteFile: async (world, projectId, owner) => target({ fileId: await newFile(world, projectId, owner) }),
  unmuteFile: async (world, projectId, owner) => target({ fileId: await newFile(world, projectId, owner) }),
}

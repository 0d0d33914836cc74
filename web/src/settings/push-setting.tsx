import { DailiesError } from '@dailies/sdk'
import { queryOptions, useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { accountQuery, keys, withoutEvents } from '../data/queries.ts'
import { type PushState, readPushState, turnOffPush, turnOnPush } from '../push/push.ts'
import { Button } from '../ui/button.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import { Sheet } from './section-layout.tsx'

const pushQuery = queryOptions({
  queryKey: keys.settings('push'),
  queryFn: readPushState,
  ...withoutEvents,
})

const texts: Record<PushState, string> = {
  on: 'Push is on: this browser shows your notifications of this workspace, also while Dailies is closed. Signing out turns it off.',
  off: 'Show notifications on this device, also while Dailies is closed.',
  blocked:
    'Notifications of this site are blocked in this browser. Allow them in its site settings, then reload this page.',
  insecure: 'Push needs a connection by https. Ask the person who runs this server for its https address.',
  'needs-home-screen':
    'On iPhone and iPad, push works in the app on the home screen: tap Share, then Add to Home Screen, open Dailies there, and turn push on.',
  unsupported: 'This browser does not support push notifications.',
}

/** Push messages for this browser: off until the person turns them on. */
export function PushSetting() {
  const { data: me } = useSuspenseQuery(accountQuery)
  const { data: state, error: unread } = useQuery(pushQuery)
  const queries = useQueryClient()
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => (state === 'on' ? turnOffPush() : turnOnPush(me.id)),
    onSuccess: (next) => queries.setQueryData(pushQuery.queryKey, next),
    meta: { ownErrors: true },
  })
  return (
    <Sheet title="Push notifications" about={<span role="status">{state && texts[state]}</span>}>
      {/* An error of the browser has a text for developers. */}
      {error && !(error instanceof DailiesError) ? (
        <p className="problem" role="alert">
          The browser could not subscribe to its push service. Check the connection, and that the browser
          allows push, then try again.
        </p>
      ) : (
        <ProblemNote error={error ?? unread} />
      )}
      {(state === 'on' || state === 'off') && (
        <div>
          <Button busy={isPending} onClick={() => mutate()}>
            {state === 'on' ? 'Turn off' : 'Turn on'}
          </Button>
        </div>
      )}
    </Sheet>
  )
}

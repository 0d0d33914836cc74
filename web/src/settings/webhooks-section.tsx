import type { Webhook } from '@dailies/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { NotFoundPage } from '../ui/problem-page.tsx'
import { filtersInWords } from './event-filters.ts'
import { EmptyList, ItemList, ListItem, SectionHead } from './section-layout.tsx'
import { webhooksQuery } from './settings-queries.ts'
import { WebhookDialog } from './webhook-dialog.tsx'
import { formatTexts } from './webhook-formats.ts'
import { WebhookPage, WebhookState } from './webhook-page.tsx'

export function WebhooksSection() {
  const { data: webhooks } = useSuspenseQuery(webhooksQuery)
  const { webhook: id } = useSearch({ from: '/settings/$section' })
  if (id === undefined) return <WebhookList webhooks={webhooks} />
  const webhook = webhooks.find((one) => one.id === id)
  return webhook ? <WebhookPage key={id} webhook={webhook} /> : <NotFoundPage />
}

function WebhookList({ webhooks }: { webhooks: Webhook[] }) {
  const [making, setMaking] = useState(false)
  const make = (
    <Button look="main" onClick={() => setMaking(true)}>
      Create webhook
    </Button>
  )
  return (
    <>
      <SectionHead title="Webhooks" action={webhooks.length > 0 && make}>
        Send events of the workspace to your own server, or as messages to Slack, Teams, Discord or ntfy.{' '}
        <a href="/docs/webhooks">How to receive them</a>
      </SectionHead>
      {webhooks.length > 0 ? (
        <ItemList label="Webhooks">
          {webhooks.map((webhook) => (
            <ListItem
              key={webhook.id}
              title={
                <Link
                  className="target"
                  to="/settings/$section"
                  params={{ section: 'webhooks' }}
                  search={{ webhook: webhook.id }}
                >
                  {webhook.url}
                </Link>
              }
              badges={<WebhookState webhook={webhook} />}
              about={
                <>
                  {webhook.description !== null && <p>{webhook.description}</p>}
                  <p>
                    {formatTexts[webhook.format].name} · {filtersInWords(webhook.events)}
                  </p>
                </>
              }
            />
          ))}
        </ItemList>
      ) : (
        <EmptyList>
          <p>No webhooks yet. Use one to post new comments to a chat, or to download approved files.</p>
          {make}
        </EmptyList>
      )}
      {making && <WebhookDialog onClose={() => setMaking(false)} />}
    </>
  )
}

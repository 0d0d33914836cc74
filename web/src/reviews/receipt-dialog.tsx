import { DailiesError, type GetReceiptFields } from '@dailies/sdk'
import { useMutation } from '@tanstack/react-query'
import { client } from '../data/client.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogButtons } from '../ui/dialog.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import { showDone } from '../ui/toasts.tsx'

type Format = NonNullable<GetReceiptFields['format']>

/** The receipt is asked for this often while the server reads large originals: five minutes. */
const attempts = 150
const pauseMs = 2_000

export function ReceiptDialog({
  version,
  onClose,
}: {
  version: { id: string; name: string }
  onClose: () => void
}) {
  const fetchReceipt = useMutation({
    mutationFn: (format: Format) => client.verdicts.receipt(version.id, { format }),
    meta: { ownErrors: true },
    retry: (count, error) => isNotReady(error) && count < attempts,
    retryDelay: pauseMs,
    onSuccess({ url }) {
      // The response is an attachment: the browser does not leave the page.
      location.assign(url)
      showDone('The receipt is downloaded.')
      onClose()
    },
  })
  const { isPending, failureReason, variables } = fetchReceipt
  return (
    <Dialog
      open
      onClose={onClose}
      title="Download receipt"
      description={`Proves who gave which verdict on “${version.name}” when, by which rule, and on exactly which files.`}
    >
      <p className="quiet small">
        It is signed by this server and contains the SHA-256 of each original. Keep the file as it is:{' '}
        <code>dailies verify receipt.pdf</code> checks it without the server.
      </p>
      {isPending && isNotReady(failureReason) && (
        <p className="small" role="status">
          The server is reading the originals. The download starts when it is done; large files take minutes.
        </p>
      )}
      <ProblemNote error={fetchReceipt.error} />
      <DialogButtons>
        <Button
          busy={isPending && variables === 'json'}
          disabled={isPending}
          onClick={() => fetchReceipt.mutate('json')}
        >
          Download JSON
        </Button>
        <Button
          look="main"
          busy={isPending && variables === 'pdf'}
          disabled={isPending}
          onClick={() => fetchReceipt.mutate('pdf')}
        >
          Download PDF
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

function isNotReady(error: unknown): boolean {
  return error instanceof DailiesError && error.code === 'receipt_not_ready'
}

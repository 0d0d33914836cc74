// Passkeys need a script. This is the only one our pages run.
const supported = 'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential

for (const box of supported ? document.querySelectorAll('[data-passkey]') : []) {
  const button = box.querySelector('button')
  const message = box.querySelector('[role=alert]')
  box.hidden = false
  button.addEventListener('click', async () => {
    button.disabled = true
    message.textContent = ''
    try {
      const { next } = await perform(box.dataset.passkey, fieldsOf(box))
      location.assign(next)
    } catch (error) {
      message.textContent = explain(error)
      button.disabled = false
    }
  })
}

function fieldsOf(box) {
  const names = box.dataset.fields.split(' ').filter(Boolean)
  return Object.fromEntries(names.map((name) => [name, document.querySelector(`[name="${name}"]`).value]))
}

async function perform(ceremony, fields) {
  const options = await post(`/passkeys/${ceremony}.options`, fields)
  const credential =
    ceremony === 'sign-in'
      ? await navigator.credentials.get({
          publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
        })
      : await navigator.credentials.create({
          publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
        })
  return post(`/passkeys/${ceremony}`, { ...fields, response: credential.toJSON() })
}

async function post(path, body) {
  const answer = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  const content = await answer.json()
  // For people: the problem without the name that programs have for the field.
  if (!answer.ok) throw new Error(content.errors?.[0]?.message ?? content.message)
  return content
}

function explain(error) {
  if (error.name === 'NotAllowedError') return 'Nothing was chosen. Try again when you are ready.'
  if (error.name === 'InvalidStateError') return 'This device has a passkey for your account already.'
  return error.message
}

// The functions that the tests of `runInChild` run in a child process.
import { answerParent } from '../../src/sandbox/answer-parent.ts'

answerParent((input: { task: 'loop' | 'environment' | 'echo' | 'throw'; bytes?: Uint8Array }) => {
  if (input.task === 'environment') return Object.keys(process.env)
  if (input.task === 'throw') throw new Error('this went wrong')
  while (input.task === 'loop') Math.random()
  return input.bytes
})

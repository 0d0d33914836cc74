// Children that draw run at a lower priority than the server: requests are answered first, and idle cores are used.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { constants, getPriority } from 'node:os'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { workOn } from '../../../test/media-corpus/process-still.ts'
import { pdf } from '../../../test/media-corpus/stills.ts'
import { runProgram } from '../../sandbox/run-program.ts'
import { document } from '../stills.ts'
import { maxDecoders } from './run-decoder.ts'

const options = { skip: process.platform === 'linux' ? false : 'processes are read from /proc' }

function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return text.split(' ').filter(Boolean).map(Number)
}

function descendantsOf(pid: number): number[] {
  return childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)])
}

test(
  'the pages of a document are drawn by at most one decoder per core, at a low priority',
  options,
  async () => {
    const others = childrenOf(process.pid)
    let most = 0
    const seen = new Set<number>()
    const report = () => {
      const decoders = childrenOf(process.pid).filter((child) => !others.includes(child))
      most = Math.max(most, decoders.length)
      for (const decoder of decoders)
        for (const pid of [decoder, ...descendantsOf(decoder)]) seen.add(getPriority(pid))
    }
    const pages = 20
    const bytes = pdf(Array.from({ length: pages }, () => '/MediaBox [0 0 20 20]'))
    const work = { ...workOn(bytes, 'application/pdf'), report }
    const info = await document.probe(work)
    const step = document.steps(info).find(({ name }) => name === 'pages')!
    const derivatives = await step.make(work, info)
    assert.deepEqual(
      derivatives.map(({ name }) => name),
      [...Array.from({ length: pages }, (_, i) => `pages/${i + 1}.webp`), 'pages.json'],
    )
    assert.deepEqual([...seen], [15])
    assert.ok(most >= 1 && most <= maxDecoders, `${most} decoders on ${maxDecoders} cores`)
  },
)

test(
  'a program that processes a video runs at a low priority, and a long one at the lowest',
  options,
  async () => {
    for (const background of [false, true]) {
      const others = childrenOf(process.pid)
      const priorities = new Set<number>()
      const input = new PassThrough()
      const onOutput = () => {
        const [shell] = childrenOf(process.pid).filter((child) => !others.includes(child))
        for (const pid of [shell!, ...descendantsOf(shell!)]) priorities.add(getPriority(pid))
        input.end('\n')
      }
      const { folder, signal } = workOn(Buffer.alloc(0), 'video/mp4')
      const args = ['-c', 'echo started; read -r _']
      const { status } = await runProgram({
        ...{ program: '/bin/sh', args, folder, signal, seconds: 60, background, input, onOutput },
      })
      assert.equal(status, 0)
      const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority
      assert.deepEqual([...priorities], [background ? PRIORITY_LOW : PRIORITY_BELOW_NORMAL])
    }
  },
)

// The machines of the cluster: network namespaces on one bridge, each with an address of its own.
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'

export const machines = {
  edge: '10.77.0.2',
  storage: '10.77.0.4',
  db1: '10.77.0.11',
  db2: '10.77.0.12',
  db3: '10.77.0.13',
  node1: '10.77.0.21',
  node2: '10.77.0.22',
  node3: '10.77.0.23',
  worker1: '10.77.0.31',
  worker2: '10.77.0.32',
} as const

export type Machine = keyof typeof machines

/** The machine of the clients, of the receiver of webhooks and of the provider: the harness itself. */
export const clientAddress = '10.77.0.1'

export const databaseMachines = ['db1', 'db2', 'db3'] as const
export const nodeMachines = ['node1', 'node2', 'node3'] as const
export const workerMachines = ['worker1', 'worker2'] as const
export const allMachines = Object.keys(machines) as Machine[]

export type DatabaseMachine = (typeof databaseMachines)[number]

/** Requires a network and mount namespace of its own: see `run.ts`. */
export function createMachines(): void {
  run('mount', '-t', 'tmpfs', 'namespaces', '/run')
  mkdirSync('/run/netns')
  run('ip', 'link', 'set', 'lo', 'up')
  run('ip', 'link', 'add', 'bridge0', 'type', 'bridge')
  run('ip', 'address', 'add', `${clientAddress}/24`, 'dev', 'bridge0')
  run('ip', 'link', 'set', 'bridge0', 'up')
  for (const [name, address] of Object.entries(machines)) {
    run('ip', 'netns', 'add', name)
    run('ip', 'link', 'add', `to-${name}`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
    run('ip', 'link', 'set', `to-${name}`, 'master', 'bridge0', 'up')
    run('ip', '-n', name, 'address', 'add', `${address}/24`, 'dev', 'eth0')
    run('ip', '-n', name, 'link', 'set', 'eth0', 'up')
    run('ip', '-n', name, 'link', 'set', 'lo', 'up')
    inMachine(
      name as Machine,
      'nft',
      `add table inet cut
       add set inet cut peers { type ipv4_addr; }
       add chain inet cut incoming { type filter hook input priority 0; }
       add chain inet cut outgoing { type filter hook output priority 0; }
       add rule inet cut incoming ip saddr @peers drop
       add rule inet cut outgoing ip daddr @peers drop`,
    )
  }
}

/** The command that runs a program on a machine. The pid stays that of the program. */
export function onMachine(machine: Machine, command: string[], user?: string): string[] {
  const as = user ? ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups', '--'] : []
  return ['nsenter', `--net=/run/netns/${machine}`, ...as, ...command]
}

/** Drops every packet between two machines, in both directions. Neither of them notices. */
export function cutLink(one: Machine, other: Machine): void {
  inMachine(one, 'nft', `add element inet cut peers { ${machines[other]} }`)
}

export function restoreLink(one: Machine, other: Machine): void {
  inMachine(one, 'nft', `delete element inet cut peers { ${machines[other]} }`)
}

/** All processes that run on a machine. */
export function processesOf(machine: Machine): number[] {
  return run('ip', 'netns', 'pids', machine).split('\n').filter(Boolean).map(Number)
}

function inMachine(machine: Machine, ...command: string[]): void {
  const [program = '', ...args] = onMachine(machine, command)
  run(program, ...args)
}

function run(program: string, ...args: string[]): string {
  return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
}

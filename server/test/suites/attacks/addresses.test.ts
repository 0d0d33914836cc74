import { startWorld } from '../../worlds/world.ts'
import { attack } from './addresses.attack.ts'

attack(startWorld)

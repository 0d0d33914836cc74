import { startWorld } from '../../worlds/world.ts'
import { attack } from './slots.attack.ts'

attack(startWorld)

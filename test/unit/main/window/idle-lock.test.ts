import { EventEmitter } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { lockWhenIdle } from '../../../../electron/main/window/idle-lock.ts';

function make() {
  let idle = 0;
  let windowIdle = 0;
  let minutes = 5;
  let look: () => void = () => undefined;
  let screen = 'active';
  const monitor = Object.assign(new EventEmitter(), {
    getSystemIdleTime: () => idle,
    getSystemIdleState: () => screen,
  });
  const lock = vi.fn();
  const stopped = vi.fn();
  const end = lockWhenIdle({
    monitor,
    windowIdle: () => windowIdle,
    idleMinutes: () => minutes,
    lock,
    every: (_milliseconds, run) => {
      look = run;
      return stopped;
    },
  });
  const idleFor = (seconds: number, inWindow = seconds) => {
    idle = seconds;
    windowIdle = inWindow;
    look();
  };
  const choose = (chosen: number) => {
    minutes = chosen;
  };
  const lockScreen = () => {
    screen = 'locked';
    look();
  };
  return { monitor, lock, idleFor, lockScreen, choose, end, stopped };
}

describe('locking by itself', () => {
  it('happens after five minutes without use', () => {
    const { idleFor, lock } = make();
    idleFor(299);
    expect(lock).not.toHaveBeenCalled();
    idleFor(300);
    expect(lock).toHaveBeenCalledOnce();
  });

  it('happens after the current setting’s time', () => {
    const { idleFor, lock, choose } = make();
    choose(30);
    idleFor(1799);
    expect(lock).not.toHaveBeenCalled();
    choose(1);
    idleFor(60);
    expect(lock).toHaveBeenCalledOnce();
  });

  it('does not happen while the computer is used', () => {
    const { idleFor, lock } = make();
    idleFor(1000, 299);
    idleFor(299, 1000);
    idleFor(0, 1000);
    expect(lock).not.toHaveBeenCalled();
  });

  it('happens by the window’s own timer where the system always reports zero', () => {
    const { idleFor, lock } = make();
    idleFor(0, 299);
    expect(lock).not.toHaveBeenCalled();
    idleFor(0, 300);
    expect(lock).toHaveBeenCalledOnce();
  });

  it('happens when the screen is locked', () => {
    const { idleFor, lockScreen, lock } = make();
    idleFor(1);
    expect(lock).not.toHaveBeenCalled();
    lockScreen();
    expect(lock).toHaveBeenCalledOnce();
  });

  it.for([['suspend'], ['lock-screen']])('happens at %s', ([name]) => {
    const { monitor, lock } = make();
    monitor.emit(name as string);
    expect(lock).toHaveBeenCalledOnce();
  });

  it('ends', () => {
    const { monitor, lock, end, stopped } = make();
    end();
    monitor.emit('suspend');
    expect(lock).not.toHaveBeenCalled();
    expect(stopped).toHaveBeenCalled();
  });
});

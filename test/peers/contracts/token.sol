// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// A token (ERC-20) of which everybody may make as much as they like.
contract Token {
  event Transfer(address indexed from, address indexed to, uint256 value);
  event Approval(address indexed owner, address indexed spender, uint256 value);

  string public name;
  string public symbol;
  uint8 public immutable decimals;
  uint256 public totalSupply;
  mapping(address => uint256) public balanceOf;
  mapping(address => mapping(address => uint256)) public allowance;

  constructor(string memory name_, string memory symbol_, uint8 decimals_) {
    name = name_;
    symbol = symbol_;
    decimals = decimals_;
  }

  function mint(address to, uint256 value) external {
    totalSupply += value;
    balanceOf[to] += value;
    emit Transfer(address(0), to, value);
  }

  function approve(address spender, uint256 value) external returns (bool) {
    allowance[msg.sender][spender] = value;
    emit Approval(msg.sender, spender, value);
    return true;
  }

  function transfer(address to, uint256 value) external returns (bool) {
    move(msg.sender, to, value);
    return true;
  }

  function transferFrom(address from, address to, uint256 value) external returns (bool) {
    allowance[from][msg.sender] -= value;
    move(from, to, value);
    return true;
  }

  function move(address from, address to, uint256 value) internal {
    balanceOf[from] -= value;
    balanceOf[to] += value;
    emit Transfer(from, to, value);
  }
}

/// A token older than the standard: its words are of 32 bytes, it says nothing when it moves, and refuses to answer some.
contract OldToken {
  bytes32 public constant symbol = "OLD";
  bytes32 public constant name = "Old token";
  uint256 public constant decimals = 3;

  function balanceOf(address holder) external view returns (uint256) {
    require(holder != address(this), "rate limit");
    return 1500;
  }
}

/// What a token would say that wants to mislead.
contract HostileToken {
  string public constant symbol = unicode"US\u202eDC";
  uint256 public constant decimals = 256;

  function name() external pure returns (string memory) {
    return string(new bytes(100_000));
  }

  function balanceOf(address) external pure returns (uint256, uint256) {
    return (1, 2);
  }
}
